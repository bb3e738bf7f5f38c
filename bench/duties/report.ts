import type { BootTimes } from '../boot.ts'
import type { Environment } from '../result.ts'
import type { Buyers } from './contender.ts'

export interface DutiesReport {
  environment: Environment
  quick: boolean
  measured: Buyers[]
  allPlugins: { boot: BootTimes; megabytes: number | undefined }
}
