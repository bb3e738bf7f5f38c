import { Command } from 'commander'
import { InvalidData } from '#entities/errors.ts'
import { cancelMove, finishMove, moveShop, moveShopBack } from '#server/hosting/move/move-shop.ts'
import type { WithProgram } from './shops.ts'

interface MoveOptions {
  back?: true
  finish?: true
  cancel?: true
}

export const moveCommand = (withProgram: WithProgram): Command =>
  new Command('move')
    .description('Move a shop to another PostgreSQL server. It serves during the copy. Can be repeated')
    .argument('<id>')
    .argument('[server]', 'name of the server')
    .option('--back', 'return the shop to the server from which it moved, with all changes')
    .option('--finish', 'delete the earlier database of a shop that has moved')
    .option('--cancel', 'end a move that is not complete, and delete the copy')
    .action((id: string, server: string | undefined, { back, finish, cancel }: MoveOptions) =>
      withProgram(async (program) => {
        const work = { id, print: console.log }
        if ([server, back, finish, cancel].filter(Boolean).length !== 1)
          throw new InvalidData('Name a server, or --back, --finish or --cancel')
        if (server !== undefined) await moveShop(program, { ...work, server })
        else if (back) await moveShopBack(program, work)
        else if (finish) await finishMove(program, work)
        else await cancelMove(program, work)
      }),
    )
