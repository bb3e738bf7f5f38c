import { join } from 'node:path'

/** The folder of the built dashboard of Medusa v1. It exists after `shop admin build`. */
export const dashboardFolder = (dataDirectory: string): string => join(dataDirectory, 'medusa-admin')
