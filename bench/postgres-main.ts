import { once } from 'node:events'
import { STATEMENT_COUNT_SETTINGS } from './postgres.ts'
import { startPostgres } from './server.ts'

const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const waiting = setInterval(() => {}, 60_000)
await using postgres = await startPostgres(STATEMENT_COUNT_SETTINGS)
console.log(postgres.url)
await stop
clearInterval(waiting)
