import { z } from 'zod'
import { StartError } from '#server/base/start-error.ts'
import type { Environment } from '#server/settings/config.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/** The environment variables of a plugin. */
export interface Settings<Values = unknown> {
  readonly shape: Shape
  /** Returns the values of this shop. `shop` is the context of a procedure, or any object that a plugin receives. */
  of(shop: { settings: SettingsValues }): Values
}

export type SettingsValues = ReadonlyMap<object, unknown>

/**
 * Declares the environment variables of a plugin. The shop reads them once, at its start, and does not start if one is
 * invalid.
 *
 * @example
 * const settings = defineSettings({ ENGRAVING_PRICE: z.coerce.number().int().default(500) })
 */
export function defineSettings<const Variables extends Shape>(
  shape: Variables,
): Settings<z.output<z.ZodObject<Variables>>> {
  const settings: Settings<z.output<z.ZodObject<Variables>>> = {
    shape,
    of({ settings: values }) {
      if (!values.has(settings)) throw new Error('The plugin must list these settings in definePlugin')
      return values.get(settings) as z.output<z.ZodObject<Variables>>
    },
  }
  return settings
}

/** Parses the variables of all plugins. @throws StartError with all invalid variables. */
export function readSettings(declared: readonly Settings[], env: Environment): SettingsValues {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = declared.map((settings) => [settings, z.object(settings.shape).safeParse(set)] as const)
  const faults = parsed.flatMap(([, { error }]) => (error?.issues ?? []).map((issue) => faultOf(issue, set)))
  if (faults.length > 0) throw new StartError(faults.join(', '))
  return new Map(parsed.map(([settings, { data }]) => [settings, data]))
}

function faultOf({ path, message }: z.core.$ZodIssue, set: Environment): string {
  const name = String(path[0])
  if (set[name] === undefined) return `${name} is not set`
  return message.startsWith(name) ? message : `${name} ${message}`
}
