export interface PluginEventGroup {
  /** The name of the plugin, with which the names of its events begin. */
  group: string
  /** A caller sees the events only if it may read this admin resource. */
  resource: string
  names: readonly string[]
}
