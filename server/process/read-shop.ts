import type { DestinationStream } from 'pino'
import { openLog } from '#server/operate/log.ts'
import { type Environment, processEnvironment, readConfig } from '#server/settings/config.ts'
import { hiddenColumnsOf } from '../shop/hidden-columns.ts'
import { readParts } from '../shop/read-parts.ts'
import type { ComposedShop, Shop } from './define-shop.ts'

interface ReadOptions {
  env?: Environment
  /** Default: the standard output. */
  logDestination?: DestinationStream
}

/** Reads the environment and composes the shop. @throws StartError with all problems of its plugins. */
export function readShop(
  { plugins }: Shop,
  { env = processEnvironment(), logDestination }: ReadOptions = {},
): ComposedShop {
  const config = readConfig(env)
  const logger = openLog(config.logLevel, logDestination, hiddenColumnsOf(plugins))
  return { config, logger, parts: readParts(plugins, env, logger) }
}
