import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { checkRestored } from '#server/backups/drill-backup.ts'
import { assertSwitchable, recoverDatabase, switchDatabases } from '#server/backups/recover-database.ts'
import { StartError } from '#server/base/start-error.ts'
import { databaseIn } from '#server/database/databases.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { abortAtStopSignal } from '#server/process/stop-signal.ts'
import { type WhilePaused, withPausedShop } from '#server/process/with-paused-shop.ts'
import { composeCommandShop } from '#server/process/with-shop.ts'
import { printedWait } from './print-wait.ts'
import { time } from './time.ts'

interface RecoverOptions {
  base: string
  log?: string
  restoreCommand?: string
  time: Date
  into?: string
  scratch?: string
  switch?: boolean
}

export function recoverCommand(shop: Shop, named: () => string | undefined): Command {
  return new Command('recover')
    .description(
      'Take the database of one shop from a base backup and archived logs at a point in time, as a new database next to the damaged one. Needs the server programs of PostgreSQL on this machine.',
    )
    .requiredOption('--base <folder>', 'base backup of pg_basebackup, from before the point in time')
    .option('--log <folder>', 'folder with the archived log')
    .option('--restore-command <command>', 'in place of --log: copies the file %f of the log to %p')
    .requiredOption('--time <time>', 'the point in time, as 2026-11-29T20:15:00Z', time)
    .option('--into <name>', 'name of the new database (default: <name>_recovered)')
    .option('--scratch <folder>', 'folder for a copy of the base backup (default: that for temporary files)')
    .option(
      '--switch',
      'give the new database the name of the damaged one, which stays as <name>_damaged. Stop or pause the shop first',
    )
    .action((options: RecoverOptions) => {
      if (!options.switch) return recover(shop, named(), options)
      return withPausedShop(shop, { named: named(), wait: printedWait() }, (whilePaused) =>
        recover(shop, named(), { ...options, whilePaused }),
      )
    })
}

async function recover(
  shop: Shop,
  named: string | undefined,
  options: RecoverOptions & { whilePaused?: WhilePaused },
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const { config, parts, url: usedUrl } = await composeCommandShop(shop, resources, named)
  const liveUrl = config.database.directUrl ?? usedUrl
  const database = databaseIn(liveUrl)
  const { base, time: at, into: name = `${database}_recovered`, scratch } = options
  const kept = `${database}_damaged`
  if (options.switch) await assertSwitchable(liveUrl, kept)
  const signal = abortAtStopSignal()
  const { programs } = config.backups
  const recovery = { base, at, scratch, restoreCommand: restoreCommandOf(options), programs, signal }
  const url = await recoverDatabase({ ...recovery, liveUrl, name, print: console.error })
  const { newest_order, problems } = await checkRestored(url, { liveUrl, database: config.database, parts })
  console.log(`${name} has the shop of ${at.toISOString()}. Its newest order: ${newest_order ?? 'none'}`)
  for (const problem of problems) console.log(`Problem: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else if (options.whilePaused) {
    signal.throwIfAborted()
    await options.whilePaused(() => switchDatabases(liveUrl, { name, kept }))
    console.log(`${database} is now the recovered database. The damaged one is ${kept}.`)
  }
}

function restoreCommandOf({ log, restoreCommand }: RecoverOptions): string {
  if (restoreCommand) return restoreCommand
  if (log) return copyCommand(resolve(log))
  throw new StartError('Name the archived log: --log <folder>, or --restore-command <command>')
}

/** PostgreSQL runs the command in its data directory, and replaces `%f` and `%p`. */
function copyCommand(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`The archived log ${folder} is no folder. Correct --log.`)
  return `cp '${folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'/%f "%p"`
}
