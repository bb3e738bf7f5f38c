import { randomBytes } from 'node:crypto'
import { median } from './quantiles.ts'
import { START, serverEnvironment, startProgram } from './server.ts'

export interface BootTimes {
  /** Milliseconds from the start of the process to the first response, for each start. */
  starts: number[]
  median: number
}

/** Starts the server several times on an existing database. */
export async function measureBoots(databaseUrl: string, count: number, args = START): Promise<BootTimes> {
  const environment = serverEnvironment(databaseUrl, {
    email: 'nobody@example.com',
    password: randomBytes(12).toString('hex'),
  })
  const start = async () => {
    await using server = await startProgram(args, environment, { probe: '/store/regions?limit=1' })
    return server.startMilliseconds
  }
  // The first start may have to compile.
  await start()
  const starts: number[] = []
  while (starts.length < count) starts.push(await start())
  return { starts, median: median(starts) }
}
