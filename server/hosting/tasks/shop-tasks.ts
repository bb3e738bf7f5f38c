import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'
import type { ListedTask, TaskFailure, TaskKind, TaskProgress, TaskStatus } from '#routers/operator/tasks-port.ts'
import { createdMs, dated, dateOf, millisecondsOf } from '../row-times.ts'

export interface NewTask {
  kind: TaskKind
  shop_id: string
  /** The e-mail address of the operator. */
  actor: string
  /** Contains no secret. */
  details: Record<string, unknown>
}

/** Seconds after which a task without a sign of its process has ended. */
const LOST = 30

/** The tasks in the directory. */
export class ShopTasks {
  readonly #orm: MikroORM

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  get em(): EntityManager {
    return this.#orm.em.fork()
  }

  /** Returns the id. @throws NotAllowed if the shop has a running task. */
  async begin({ kind, shop_id, actor, details }: NewTask): Promise<string> {
    const id = newId('task')
    const [, [begun]] = await batch(
      this.em,
      endLost.with(JSON.stringify(INTERRUPTED)),
      insertTask.with(id, kind, shop_id, actor, JSON.stringify(details)),
    )
    if (begun) return id
    const [other] = await selectRunning(this.em, shop_id)
    throw new NotAllowed(
      `${other?.actor ?? 'Another operator'} has started another task of ${shop_id} that is running. Wait for its end, or cancel it.`,
    ).because({ name: 'shop_task_running', actor: other?.actor ?? '' })
  }

  /** The newest first. Ends those whose process has ended. */
  async list(shop: string | null): Promise<ListedTask[]> {
    const [, rows] = await batch(this.em, endLost.with(JSON.stringify(INTERRUPTED)), selectTasks.with(shop, null))
    return rows.map(listed)
  }

  /** @throws NotFound */
  async get(id: string): Promise<ListedTask> {
    const [row] = await selectTasks(this.em, null, id)
    if (!row) throw new NotFound('This task does not exist')
    return listed(row)
  }

  /** Records a sign of life. */
  async beat(id: string, progress: TaskProgress | undefined): Promise<'go on' | 'cancel' | 'lost'> {
    const [row] = await renewBeat(this.em, id, progress ? JSON.stringify(progress) : null)
    if (!row) return 'lost'
    return row.is_canceled ? 'cancel' : 'go on'
  }

  async end(
    id: string,
    { status, progress, failure }: { status: TaskStatus; progress: TaskProgress | undefined; failure?: TaskFailure },
  ): Promise<void> {
    await endTask(
      this.em,
      id,
      status,
      progress ? JSON.stringify(progress) : null,
      failure ? JSON.stringify(failure) : null,
    )
  }

  /** The process of the task ends it soon. @throws NotAllowed if it is not running. */
  async cancel(id: string): Promise<void> {
    const [row] = await requestCancel(this.em, id)
    if (row) return
    await this.get(id)
    throw new NotAllowed('This task has already ended').because({ name: 'shop_task_ended' })
  }
}

export const INTERRUPTED: TaskFailure = {
  message: 'The server was stopped during this task. Start it again.',
  reason: { name: 'shop_task_interrupted' },
}

type TaskRow = Omit<ListedTask, 'created_at' | 'ended_at'> & { created_ms: number; ended_ms: number | null }

const listed = ({ ended_ms, ...row }: TaskRow): ListedTask => ({ ...dated(row), ended_at: dateOf(ended_ms) })

const endLost = statement(`
  update shop_task set status = 'failed', failure = $1::jsonb, ended_at = now()
  where status = 'running' and beat_at < now() - interval '${LOST} seconds'`)

const insertTask = statement<{ id: string }>(`
  insert into shop_task (id, kind, shop_id, actor, details, status) values ($1, $2, $3, $4, $5::jsonb, 'running')
  on conflict (shop_id) where status = 'running' do nothing returning id`)

const selectRunning = statement<{ actor: string }>(
  `select actor from shop_task where shop_id = $1 and status = 'running'`,
)

const selectTasks = statement<TaskRow>(`
  select id, ${createdMs()}, ${millisecondsOf('ended_at')} as ended_ms, kind, shop_id, actor, details, status, progress, failure,
    cancel_at is not null as is_canceled
  from shop_task where ($1::text is null or shop_id = $1) and ($2::text is null or id = $2)
  order by created_at desc, id limit 50`)

const renewBeat = statement<{ is_canceled: boolean }>(`
  update shop_task set beat_at = now(), progress = coalesce($2::jsonb, progress) where id = $1 and status = 'running'
  returning cancel_at is not null as is_canceled`)

const endTask = statement(`
  update shop_task set status = $2, progress = coalesce($3::jsonb, progress), failure = $4::jsonb, ended_at = now()
  where id = $1 and status = 'running'`)

const requestCancel = statement<{ id: string }>(
  `update shop_task set cancel_at = coalesce(cancel_at, now()) where id = $1 and status = 'running' returning id`,
)
