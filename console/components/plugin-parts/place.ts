import type { RouterOutputs } from '#client/index.ts'

type InstalledPlugin = RouterOutputs['admin']['plugins']['list']['plugins'][number]

export type PluginAction = InstalledPlugin['actions'][number]

/** A page of the console that plugins extend. */
export type ConsolePlace = PluginAction['place']
