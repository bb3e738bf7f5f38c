import type medusa from '@medusajs/medusa-js'

export type MedusaClass = typeof medusa.default
export type MedusaClient = InstanceType<MedusaClass>

/** These functions send no request. */
const LOCAL_FUNCTIONS = ['admin.uploads._createPayload', 'errors.toString', 'setPublishableKey']

/** Called with each function of a client. Returns the function that replaces it. */
type Wrap = (name: string, call: (...args: unknown[]) => unknown) => (...args: unknown[]) => unknown

/** Returns a client whose functions are replaced, and the names of all functions that send a request. */
export function wrapClient(client: MedusaClient, wrap: Wrap): { client: MedusaClient; names: string[] } {
  const names: string[] = []
  const wrapObject = (target: object, path: readonly string[]): object =>
    Object.fromEntries(
      memberNamesOf(target).flatMap((member) => {
        const name = [...path, member].join('.')
        const value: unknown = Reflect.get(target, member)
        if (typeof value === 'object' && value !== null) return [[member, wrapObject(value, [...path, member])]]
        if (typeof value !== 'function' || LOCAL_FUNCTIONS.includes(name)) return []
        names.push(name)
        return [[member, wrap(name, value.bind(target))]]
      }),
    )
  return { client: wrapObject(client, []) as MedusaClient, names }
}

/** Each resource refers to the HTTP client, whose functions are internal. */
const HTTP_CLIENT = 'client'

function memberNamesOf(target: object): string[] {
  const names = new Set(Object.keys(target))
  for (let type = Object.getPrototypeOf(target); type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) names.add(name)
  return [...names].filter((name) => name !== 'constructor' && name !== HTTP_CLIENT)
}

/** Node loads the class itself. Its types declare a module with a `default` property. */
export const medusaClassOf = (loaded: MedusaClass | { default: MedusaClass }): MedusaClass =>
  'default' in loaded ? loaded.default : loaded
