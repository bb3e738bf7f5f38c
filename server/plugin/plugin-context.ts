import type { JobContext } from '#server/plugin/job-context.ts'
import type { PluginContext } from './plugin.ts'

export const pluginContextOf = (
  { orm, settings, providers, files, logger }: JobContext,
  signal: AbortSignal,
): PluginContext => ({
  em: orm.em.fork(),
  settings,
  providers,
  files,
  logger,
  signal,
})
