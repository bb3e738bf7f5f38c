import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterRecord,
  TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { Fields } from '#entities/platform/field/field.ts'
import type { AppRouter } from './index.ts'

/*
 * The router of a shop with plugins: the procedures of the core with the fields of the plugins, and their own procedures.
 * The procedures of plugins are read by their structure, because a front end can have another copy of `@trpc/server` than
 * the shop.
 */

/** The type of a value of `defineShop`, as in `createShopClient<typeof shop>`. */
export interface AnyShop {
  readonly plugins: readonly AnyPlugin[]
}

interface AnyPlugin {
  readonly name: string
  readonly fields?: object
  readonly admin?: AnyRouter
  readonly store?: AnyRouter
}

interface AnyRouter {
  readonly _def: { readonly record: object }
}

interface AnyProcedure {
  readonly _def: {
    readonly type: 'query' | 'mutation' | 'subscription'
    readonly $types: { readonly input: unknown; readonly output: unknown }
  }
}

export type ShopRouter<Shop extends AnyShop> = Shop['plugins'] extends readonly []
  ? AppRouter
  : AppRouter extends TRPCBuiltRouter<infer Root, infer Core>
    ? TRPCBuiltRouter<Root, RecordOf<Core, Shop['plugins']>>
    : never

type RecordOf<Core extends TRPCRouterRecord, Plugins extends readonly AnyPlugin[]> = {
  [Side in keyof Core & ('admin' | 'store')]: WithFields<Core[Side], ShownTo<Side, Plugins>> &
    Extended<Mounted<Plugins, Side>, ShownTo<Side, Plugins>>
}

/** The plugins with the fields that the side sees. A shop without hidden fields keeps its plugins, which are checked once. */
type ShownTo<Side, Plugins extends readonly AnyPlugin[]> = Side extends 'store'
  ? [HiddenIn<Plugins[number]>] extends [never]
    ? Plugins
    : { [Index in keyof Plugins]: WithoutHidden<Plugins[Index]> }
  : Plugins

type HiddenIn<Plugin extends AnyPlugin> = Plugin extends { fields?: infer Declared }
  ? { [Table in keyof Declared]: HiddenNames<Declared[Table]> }[keyof Declared]
  : never

type HiddenNames<Declared> = {
  [Name in keyof Declared]: 'public' extends ViewerOf<Declared[Name]> ? never : Name
}[keyof Declared]

type WithoutHidden<Plugin extends AnyPlugin> = Plugin extends { fields?: infer Declared }
  ? Omit<Plugin, 'fields'> & { fields: { [Table in keyof Declared]: ShownFields<Declared[Table]> } }
  : Plugin

/** The response has a field of the customer only for this customer. Nothing but an administrator sees the other hidden ones. */
type ShownFields<Declared> = {
  [Name in keyof Declared as 'admin' extends ViewerOf<Declared[Name]> ? never : Name]: 'public' extends ViewerOf<
    Declared[Name]
  >
    ? Declared[Name]
    : { maybe: ValueOf<Declared[Name]>; writableBy: readonly WritersOf<Declared[Name]>[] }
}

type Mounted<Plugins extends readonly AnyPlugin[], Side extends 'admin' | 'store'> = {
  [Plugin in Plugins[number] as keyof ProceduresOf<Plugin, Side> extends never
    ? never
    : MountName<Plugin['name']>]: ProceduresOf<Plugin, Side>
}

type ProceduresOf<Plugin extends AnyPlugin, Side extends 'admin' | 'store'> = NonNullable<
  Plugin[Side]
>['_def']['record']

type MountName<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<MountName<Rest>>}`
  : Name

/** A shop whose plugins have no fields keeps the types of the core, which saves the compiler most of the work. */
type WithFields<Procedures, Plugins extends readonly AnyPlugin[]> =
  HasFields<Plugins> extends true ? Extended<Procedures, Plugins> : Procedures

type HasFields<Plugins extends readonly AnyPlugin[]> = [TableWithFields<Plugins[number]>] extends [never] ? false : true

type TableWithFields<Plugin extends AnyPlugin> = Plugin extends AnyPlugin ? keyof NonNullable<Plugin['fields']> : never

type Extended<Procedures, Plugins extends readonly AnyPlugin[]> = {
  [Name in keyof Procedures]: Procedures[Name] extends AnyProcedure
    ? ExtendedProcedure<Procedures[Name]['_def'], Plugins>
    : Extended<Procedures[Name], Plugins>
}

type ExtendedProcedure<Definition extends AnyProcedure['_def'], Plugins extends readonly AnyPlugin[]> = {
  query: TRPCQueryProcedure<ExtendedTypes<Definition['$types'], Plugins>>
  mutation: TRPCMutationProcedure<ExtendedTypes<Definition['$types'], Plugins>>
  subscription: TRPCSubscriptionProcedure<WithoutFields<Definition['$types']>>
}[Definition['type']]

interface ExtendedTypes<Types extends AnyProcedure['_def']['$types'], Plugins extends readonly AnyPlugin[]> {
  meta: unknown
  input: HasFields<Plugins> extends true ? Extend<Types['input'], Plugins> : Types['input']
  output: HasFields<Plugins> extends true ? Extend<Types['output'], Plugins> : Types['output']
}

interface WithoutFields<Types extends AnyProcedure['_def']['$types']> {
  meta: unknown
  input: Types['input']
  output: Types['output']
}

type Scalar = string | number | bigint | boolean | symbol | null | undefined | Date

/** Adds the fields of the plugins to each marked object in an input or an output. */
type Extend<Value, Plugins extends readonly AnyPlugin[]> = unknown extends Value
  ? Value
  : Value extends Scalar
    ? Value
    : Value extends readonly (infer Element)[]
      ? Extend<Element, Plugins>[]
      : string extends keyof Value
        ? Value
        : keyof Value & Mark extends never
          ? { [Name in keyof Value]: Extend<Value[Name], Plugins> }
          : Omit<{ [Name in keyof Value]: Extend<Value[Name], Plugins> }, Mark> & FieldsOfMark<Value, Plugins>

type Mark = '~shown' | '~written' | '~filtered' | '~adjusted'

type FieldsOfMark<Value, Plugins extends readonly AnyPlugin[]> = '~shown' extends keyof Value
  ? FieldValues<Plugins, NonNullable<Value['~shown']>>
  : '~written' extends keyof Value
    ? WrittenFields<Plugins, NonNullable<Value['~written']>>
    : '~filtered' extends keyof Value
      ? FieldFilters<Plugins, NonNullable<Value['~filtered']>>
      : '~adjusted' extends keyof Value
        ? AdjustedFields<Plugins, NonNullable<Value['~adjusted']>>
        : unknown

type FieldValues<Plugins extends readonly AnyPlugin[], Table> = {
  [Name in keyof FieldsOf<Plugins, Table>]: ValueOf<FieldsOf<Plugins, Table>[Name]>
}

type WrittenFields<Plugins extends readonly AnyPlugin[], Mark> = Mark extends [infer Table, infer Writer]
  ? {
      [Name in keyof FieldsOf<Plugins, Table> as Writer extends WritersOf<FieldsOf<Plugins, Table>[Name]>
        ? Name
        : never]?: ValueOf<FieldsOf<Plugins, Table>[Name]> | undefined
    }
  : unknown

type AdjustedFields<Plugins extends readonly AnyPlugin[], Mark> = Mark extends [infer Table, infer Writer]
  ? {
      [Name in keyof FieldsOf<Plugins, Table> as Writer extends WritersOf<FieldsOf<Plugins, Table>[Name]>
        ? NonNullable<ValueOf<FieldsOf<Plugins, Table>[Name]>> extends number
          ? Name
          : never
        : never]?: number | undefined
    }
  : unknown

type FieldFilters<Plugins extends readonly AnyPlugin[], Table> = {
  [Name in keyof FieldsOf<Plugins, Table>]?:
    | FilterOf<NonNullable<ValueOf<FieldsOf<Plugins, Table>[Name]>>>
    | OfNullable<Extract<ValueOf<FieldsOf<Plugins, Table>[Name]>, null>>
    | undefined
}

/** Filters of a field that can be null. */
type OfNullable<Null> = [Null] extends [never] ? never : null | { exists: boolean }

interface Bounds<Value> {
  lt?: Value | undefined
  gt?: Value | undefined
  lte?: Value | undefined
  gte?: Value | undefined
}

/** An enum has no bounds, a list is found by its elements, and a JSON value has no filter. */
type FilterOf<Value> = [Value] extends [string]
  ? string extends Value
    ? string | string[] | Bounds<string>
    : Value | Value[]
  : [Value] extends [number]
    ? number | Bounds<number>
    : [Value] extends [Date]
      ? Bounds<Date>
      : [Value] extends [boolean]
        ? boolean
        : Value extends readonly (infer Element)[]
          ? Element | Element[]
          : never

type FieldsOf<Plugins extends readonly AnyPlugin[], Table> = Plugins extends readonly [
  infer First,
  ...infer Rest extends readonly AnyPlugin[],
]
  ? FieldsOfPlugin<First, Table> & FieldsOf<Rest, Table>
  : unknown

type FieldsOfPlugin<Plugin, Table> = Plugin extends { fields?: infer Declared }
  ? Table extends keyof NonNullable<Declared>
    ? Fields extends NonNullable<Declared>
      ? unknown
      : NonNullable<Declared>[Table]
    : unknown
  : unknown

type ValueOf<Field> = Field extends { maybe: infer Value }
  ? Value | undefined
  : Field extends { value?: infer Value }
    ? Value
    : never
type ViewerOf<Field> = Field extends { visibleTo: infer Viewer } ? Viewer : 'public'
type WritersOf<Field> = Field extends { writableBy: readonly (infer Writer)[] } ? Writer : never
