import { Command } from 'commander'
import { InvalidData } from '#entities/errors.ts'
import {
  cancelDatabaseMove,
  finishDatabaseMove,
  moveDatabase,
  moveDatabaseBack,
} from '#server/hosting/move/move-database.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { composeCommandShop } from '#server/process/with-shop.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { stepPrinter } from './move-shop.ts'

interface MoveOptions {
  back?: true
  finish?: true
  cancel?: true
}

export const moveDatabaseCommand = (shop: Shop, named: () => string | undefined): Command =>
  new Command('move-database')
    .description(
      'Move the database of the shop to the other host of DATABASE_URL, also to a new major version of PostgreSQL. Requests wait during the switch. Can be repeated',
    )
    .option('--back', 'return the shop to the host from which it moved, with all changes')
    .option('--finish', 'delete the earlier database of a shop that has moved')
    .option('--cancel', 'end a move that is not complete, and delete the copy')
    .action(async ({ back, finish, cancel }: MoveOptions) => {
      if ([back, finish, cancel].filter(Boolean).length > 1)
        throw new InvalidData('Use one of --back, --finish and --cancel')
      if (named() !== undefined)
        throw new InvalidData('A shop of a directory moves with: shop shops move <id> <server>')
      await using resources = new AsyncDisposableStack()
      const { config, parts, url } = await composeCommandShop(shop, resources, undefined)
      if (config.database.directUrl)
        throw new InvalidData(
          'A pooler keeps connections to the earlier database. Use DATABASE_URL without a pooler, and no DATABASE_DIRECT_URL, until the move has ended.',
        )
      if (config.database.replicas.urls.length > 0)
        throw new InvalidData(
          'Replicas of the earlier database do not follow the shop. Remove DATABASE_REPLICA_URLS from all processes until the move has ended.',
        )
      const migrate = async (address: string) => {
        const orm = await openDatabase(address, config.database, parts)
        try {
          await prepareDatabase(orm, { print: console.error, parts, addsBaseData: false })
        } finally {
          await orm.close()
        }
      }
      const move = { address: url, migrate, report: stepPrinter() }
      if (back) await moveDatabaseBack(move)
      else if (finish) await finishDatabaseMove(move)
      else if (cancel) await cancelDatabaseMove(move)
      else await moveDatabase(move)
    })
