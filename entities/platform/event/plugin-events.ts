import type { EntityManager } from '@mikro-orm/postgresql'

/** The events of one plugin. */
export interface PluginEventGroup {
  /** The name of the plugin, with which the names of its events begin. */
  group: string
  /** A caller sees the events only if it may read this admin resource. */
  resource: string
  names: readonly string[]
}

const groupsByOrm = new WeakMap<EntityManager['config'], readonly PluginEventGroup[]>()

export function setPluginEvents(config: EntityManager['config'], groups: readonly PluginEventGroup[]): void {
  groupsByOrm.set(config, groups)
}

export const pluginEventsOf = (em: EntityManager): readonly PluginEventGroup[] => groupsByOrm.get(em.config) ?? []
