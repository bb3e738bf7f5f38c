import { readParts } from '#server/shop/read-parts.ts'
import { allPlugins } from '../../support/all-plugins.ts'

/** Must be loaded before the list of procedures, because that reads the fields of all entities. */
export const shopParts = readParts(allPlugins, {})
