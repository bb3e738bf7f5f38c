/** The name of a plugin in camel case: the procedures of `b2b-approval` are at `admin.b2bApproval`. */
export const mountName = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
