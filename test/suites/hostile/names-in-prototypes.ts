export const namesInPrototypes = (): string =>
  [Object, Array, Function, String].flatMap(({ prototype }) => Reflect.ownKeys(prototype).map(String)).join()
