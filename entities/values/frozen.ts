/** A value whose properties, also those of nested objects and arrays, cannot be assigned. */
export type Frozen<Value> = Value extends Unchangeable
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value

type Unchangeable = string | number | boolean | Date | ((...parameters: never[]) => unknown)
