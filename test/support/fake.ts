/** An object with only the members that the tested code uses. */
export function fake<Type extends object>(members: NoInfer<DeepPartial<Type>>): Type {
  return members as Type
}

type DeepPartial<Type> = Type extends (...parameters: never[]) => unknown
  ? Type
  : { [Name in keyof Type]?: DeepPartial<Type[Name]> }
