import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  byLanguage,
  CONSOLE_PLACES,
  type ConsoleAction,
  type ConsolePlace,
  type InstalledPlugin,
  LINK_PLACES,
  type LinkPlace,
} from '#entities/platform/plugin/installed-plugins.ts'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { inputShapeOf } from '../base/input-shape.ts'
import { mountName } from '../plugin/mount-name.ts'
import type { Plugin, PluginAction, PluginLink } from '../plugin/plugin.ts'
import { shapeOf } from '../plugin/route/core-paths.ts'

export type ConsolePlugin = Pick<Plugin, 'name' | 'console' | 'admin' | 'routes'>

/** The path of a folder. */
export const pathOf = (folder: string | URL): string => (folder instanceof URL ? fileURLToPath(folder) : folder)

/** Returns the page, the panels, the buttons and the links of a plugin. */
export function consolePartsOf(plugin: ConsolePlugin): Pick<InstalledPlugin, 'page' | 'panels' | 'actions' | 'links'> {
  const { name, console: parts } = plugin
  if (!parts) return { page: null, panels: [], actions: [], links: [] }
  const { title, folder } = parts
  return {
    page: folder && hasFile(folder, PAGE) ? { title } : null,
    panels: panelsOf(plugin).map(({ place, file }) => ({ place, title, path: `plugins/${name}/${file}` })),
    actions: actionsOf(plugin).map((one) => describeAction(plugin, one)),
    links: linksOf(plugin).map(({ label, ...link }) => ({ ...link, label: byLanguage(label) })),
  }
}

/** The console could not show such parts. */
export function problemsOfConsole(plugin: ConsolePlugin): string[] {
  const { name, console: parts } = plugin
  if (!parts) return []
  const { title, folder } = parts
  if (title.trim() === '') return [`The console part of the plugin ${name} has no title. Set \`console.title\`.`]
  return [
    ...(folder === undefined ? [] : problemsOfFolder(name, pathOf(folder), panelsOf(plugin).length > 0)),
    ...panelsOf(plugin).flatMap((panel) => problemsOfPanel(plugin, panel)),
    ...actionsOf(plugin).flatMap((one) => problemsOfAction(plugin, one)),
    ...linksOf(plugin).flatMap((one) => problemsOfLink(plugin, one)),
  ]
}

const PAGE = 'index.html'

const hasFile = (folder: string | URL, file: string): boolean => existsSync(join(pathOf(folder), file))

interface Panel {
  place: ConsolePlace
  file: string
}

const panelsOf = ({ console: { panels = {} } = { title: '' } }: ConsolePlugin): Panel[] =>
  CONSOLE_PLACES.flatMap((place) => (panels[place] ? { place, file: panels[place] } : []))

interface PlacedAction extends PluginAction {
  place: ConsolePlace
}

const actionsOf = ({ console: { actions = {} } = { title: '' } }: ConsolePlugin): PlacedAction[] =>
  CONSOLE_PLACES.flatMap((place) => (actions[place] ?? []).map((one) => ({ ...one, place })))

interface PlacedLink extends PluginLink {
  place: LinkPlace
}

const linksOf = ({ console: { links = {} } = { title: '' } }: ConsolePlugin): PlacedLink[] =>
  LINK_PLACES.flatMap((place) => (links[place] ?? []).map((one) => ({ ...one, place })))

interface PluginProcedure {
  _def: { type: string; meta?: ProcedureMeta; inputs: Parameters<typeof inputShapeOf>[0] }
}

function procedureOf({ admin }: ConsolePlugin, name: string): PluginProcedure['_def'] | undefined {
  const procedures = (admin?._def.procedures ?? {}) as Record<string, PluginProcedure>
  return Object.hasOwn(procedures, name) ? procedures[name]?._def : undefined
}

function describeAction(plugin: ConsolePlugin, { place, label, procedure }: PlacedAction): ConsoleAction {
  return {
    place,
    label: byLanguage(label),
    procedure: `admin.${mountName(plugin.name)}.${procedure}`,
    has_preview: procedureOf(plugin, procedure)?.meta?.noDryRun === undefined,
  }
}

function problemsOfFolder(name: string, folder: string, hasPanels: boolean): string[] {
  if (!isAbsolute(folder))
    return [`The folder "${folder}" of the plugin ${name} is relative. Use new URL('./console/', import.meta.url).`]
  if (hasPanels || hasFile(folder, PAGE)) return []
  return [`The folder ${folder} of the plugin ${name} has no ${PAGE}. Create the file, or remove \`console.folder\`.`]
}

function problemsOfPanel(
  { name, console: { folder } = { title: '' } }: ConsolePlugin,
  { place, file }: Panel,
): string[] {
  const at = `The panel "${file}" of ${place} pages of the plugin ${name}`
  if (!folder) return [`${at} has no folder. Set \`console.folder\`.`]
  if (!/^[\w-]+(\/[\w-]+)*\.html$/.test(file))
    return [`${at} is no HTML file of the folder. Write a name such as order.html.`]
  return hasFile(folder, file) ? [] : [`${at} does not exist. Create the file, or remove the panel.`]
}

function problemsOfAction(plugin: ConsolePlugin, { place, procedure }: PlacedAction): string[] {
  const at = `The button for "${procedure}" in ${place} pages of the plugin ${plugin.name}`
  const found = procedureOf(plugin, procedure)
  if (found?.type !== 'mutation') return [`${at} names no mutation of its \`admin\` router.`]
  const missing = Object.entries(inputShapeOf(found.inputs))
    .filter(([name, schema]) => name !== 'id' && !schema.safeParse(undefined).success)
    .map(([name]) => name)
  if (missing.length > 0) return [`${at} sends only the id, but the mutation requires ${missing.join(' and ')}.`]
  return 'id' in inputShapeOf(found.inputs) ? [] : [`${at} sends an id, but the mutation takes none.`]
}

const WITH_HANDLE: readonly LinkPlace[] = ['product', 'product_collection', 'product_category']

function problemsOfLink({ name, routes = {} }: ConsolePlugin, { place, path }: PlacedLink): string[] {
  const at = `The link "${path}" in ${place} pages of the plugin ${name}`
  const columns = WITH_HANDLE.includes(place) ? [':id', ':handle'] : [':id']
  const unknown = path.match(/[:*]\w*/g)?.find((one) => !columns.includes(one))
  if (unknown) return [`${at} has the part ${unknown}. Use ${columns.join(' or ')}.`]
  const isServed = Object.values(routes).some((one) => one.method === 'GET' && shapeOf(one.path) === shapeOf(path))
  return isServed ? [] : [`${at} leads to no \`route.get\` of the plugin.`]
}
