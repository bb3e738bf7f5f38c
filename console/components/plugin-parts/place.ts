import type { RouterOutputs } from '#client/index.ts'

type InstalledPlugin = RouterOutputs['admin']['plugins']['list']['plugins'][number]

export type PluginAction = InstalledPlugin['actions'][number]

type PluginLink = InstalledPlugin['links'][number]

/** A page of the console from which plugins link to pages of the shop. */
export type LinkPlace = PluginLink['place']

/** A page of the console that plugins extend. */
export type ConsolePlace = PluginAction['place']
