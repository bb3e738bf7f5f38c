import { rm } from 'node:fs/promises'
import { Duplicate } from '#entities/errors.ts'
import type { ShopWork, TaskKind, TaskProgress } from '#routers/operator/tasks-port.ts'
import { watchLines } from '#server/transfer/watch-lines.ts'
import { assertFreeHosts } from '../change-shop.ts'
import { copyShop } from '../copy-shop.ts'
import { assertShopId } from '../directory.ts'
import { cancelMove, finishMove, moveShop, moveShopBack } from '../move/move-shop.ts'
import type { MoveStep } from '../move/move-step.ts'
import type { Program } from '../open-shop.ts'
import type { ShopWait } from '../shop-lock.ts'
import { exportShopFile, importShopFile } from '../transfer-shop.ts'
import { ShopTasks } from './shop-tasks.ts'
import type { TaskFiles } from './task-files.ts'
import { type RunningTask, TaskRunner } from './task-runner.ts'

interface OpenedWork {
  work: ShopWork
  tasks: ShopTasks
  runner: AsyncDisposable
}

/** Starts long work on shops in the background of this process. */
export function openShopWork(program: Program, files: TaskFiles): OpenedWork {
  const { directory } = program
  const tasks = new ShopTasks(directory.orm)
  const runner = new TaskRunner(tasks, program.logger)
  const assertNew = async (id: string) => {
    assertShopId(id)
    const known = await directory.read(id)
    if (known && known.status !== 'creating') throw new Duplicate(`The shop ${id} already exists`)
  }
  const move = async (kind: TaskKind, [actor, id]: [string, string], run: typeof finishMove) => {
    await directory.getComplete(id)
    return runner.start({ kind, shop_id: id, actor, details: {} }, (task) => run(program, { id, ...moving(task) }))
  }
  const work: ShopWork = {
    list: (shop) => tasks.list(shop),
    maxUpload: files.maxUpload,
    async copy(actor, { from, id, hosts, server }) {
      await directory.getComplete(from)
      await assertNew(id)
      assertFreeHosts(program, hosts)
      const details = { id, hosts, ...(server ? { server } : {}) }
      return runner.start({ kind: 'copy', shop_id: from, actor, details }, async (task) => {
        await copyShop(program, { from, id, hosts, server, watch: watching(task), wait: waiting(task) })
      })
    },
    async export(actor, { id, passphrase }) {
      await directory.getComplete(id)
      return runner.start({ kind: 'export', shop_id: id, actor, details: {} }, async (task) => {
        const path = await files.pathOfExport(task.id)
        await exportShopFile(program, { id, path, passphrase, watch: watching(task) })
      })
    },
    async import(actor, { upload, id, hosts, server, passphrase }) {
      const path = await files.pathOfUpload(upload)
      await assertNew(id)
      assertFreeHosts(program, hosts)
      const details = { hosts, ...(server ? { server } : {}) }
      return runner.start({ kind: 'import', shop_id: id, actor, details }, async (task) => {
        task.report({ name: 'checking' })
        const watchCheck = watchLines(task.signal, () => {})
        const watch = { watchCheck, watch: watching(task), wait: waiting(task) }
        await importShopFile(program, { id, hosts, server, path, passphrase, ...watch })
        await rm(path, { force: true })
      })
    },
    async move(actor, { id, server }) {
      await directory.getComplete(id)
      await directory.servers.get(server)
      const details = { server }
      return runner.start({ kind: 'move', shop_id: id, actor, details }, async (task) => {
        await moveShop(program, { id, server, ...moving(task) })
      })
    },
    moveBack: (actor, id) => move('move_back', [actor, id], moveShopBack),
    finishMove: (actor, id) => move('move_finish', [actor, id], finishMove),
    cancelMove: (actor, id) => move('move_cancel', [actor, id], cancelMove),
    cancel: (id) => tasks.cancel(id),
  }
  return { work, tasks, runner }
}

const watching = ({ signal, report }: RunningTask) =>
  watchLines(signal, (size) => report({ name: 'transferred', ...size }))

const waiting = ({ id: task, signal, report }: RunningTask): ShopWait => ({
  ...{ task, signal },
  onWait: (other) => report(other ? { name: 'waiting', ...other } : { name: 'begun' }),
})

const moving = ({ id: task, signal, report }: RunningTask) => ({
  ...{ task, signal },
  report: (step: MoveStep) => {
    const progress = progressOf(step)
    if (progress) report(progress)
  },
})

/** The last steps of a move are the end of its task. */
function progressOf(step: MoveStep): TaskProgress | undefined {
  switch (step.name) {
    case 'copying':
    case 'catching_up':
    case 'copied':
    case 'switched':
    case 'waiting':
    case 'begun':
      return step
    case 'creating_database':
      return { name: step.name }
    case 'retrying':
      return { name: step.name, attempt: step.attempt }
    default:
      return undefined
  }
}
