import { Command } from 'commander'
import { InvalidData } from '#entities/errors.ts'
import { cancelMove, finishMove, moveShop, moveShopBack } from '#server/hosting/move/move-shop.ts'
import type { MoveStep } from '#server/hosting/move/move-step.ts'
import { describeWait, linePrinter } from './print-wait.ts'
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
        const work = { id, report: stepPrinter() }
        if ([server, back, finish, cancel].filter(Boolean).length !== 1)
          throw new InvalidData('Name a server, or --back, --finish or --cancel')
        if (server !== undefined) await moveShop(program, { ...work, server })
        else if (back) await moveShopBack(program, work)
        else if (finish) await finishMove(program, work)
        else await cancelMove(program, work)
      }),
    )

/** Prints the steps of a move. */
export const stepPrinter = () => linePrinter(describeStep)

export function describeStep(step: MoveStep): string {
  switch (step.name) {
    case 'waiting':
      return describeWait(step)
    case 'begun':
      return describeWait(null)
    case 'creating_database':
      return `Creating the database at ${step.server}`
    case 'copying':
      return `${step.copied} of ${step.tables} tables are copied`
    case 'catching_up':
      return 'The copy is behind'
    case 'copied':
      return 'All rows are copied, and the audit of the copy is the same'
    case 'switched':
      return `Requests were refused for at most ${step.milliseconds} ms`
    case 'waited':
      return `Requests waited for at most ${step.milliseconds} ms`
    case 'retrying':
      return `${step.reason} Attempt ${step.attempt} follows`
    case 'moved':
      return `${step.id} is at ${step.server}. The earlier database follows it: ${BACK} ${FINISH}`
    case 'switch_completed':
      return `${step.id} is at ${step.server}, and the last switch is complete now. Repeat --back to return to ${step.follower}.`
    case 'returned':
      return `${step.id} is at ${step.server} again. The other database follows it: ${FINISH}`
    case 'copy_deleted':
      return `The copy at ${step.server} is deleted`
    case 'canceled':
      return `${step.id} stays at ${step.server}, and the copy at ${step.follower} is deleted`
    case 'interrupted': {
      const choice = step.isCopying ? 'Repeat the move, or end it with --cancel' : `Repeat the command. ${FINISH}`
      return `${step.id} is at ${step.server}, which keeps its WAL for the copy at ${step.follower}. ${choice}`
    }
  }
}

const BACK = 'Go back with --back.'
const FINISH = 'Delete the copy with --finish.'
