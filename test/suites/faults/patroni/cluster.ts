import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, unprivilegedAccount } from '#server/database/unprivileged.ts'
import { freePort } from '../../../../bench/free-port.ts'
import type { FailoverPair } from '../failover-pair.ts'
import { openFolder } from '../open-folder.ts'
import { createMember, type Member, type MemberOptions } from './member.ts'
import type { ClusterPrograms } from './programs.ts'
import { runAs, signal } from './run-as.ts'

/** `kill` ends the machine of the leader. `switchover` is the planned one of `patronictl`. */
export type ClusterFailover = 'kill' | 'switchover'

/** Milliseconds until the cluster is in a wanted state, at most. */
const WAIT = 120_000

/** Starts etcd and two PostgreSQL servers. Patroni keeps one as the synchronous standby. */
export async function openPatroniCluster(programs: ClusterPrograms): Promise<FailoverPair<ClusterFailover>> {
  await using opening = new AsyncDisposableStack()
  const directory = opening.use(openFolder()).path
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? await unprivilegedAccount('/postgres') : undefined
  const etcdPort = await startEtcd({ directory, programs, owner }, opening)
  const members: Member[] = []
  for (const name of ['east', 'west']) {
    const member = await createMember({ name, directory, etcdPort, programs, owner })
    members.push(member)
    opening.defer(() => member.stop())
  }
  members[0]!.start()
  await until('the first member leads', () => members[0]!.isPrimary())
  members[1]!.start()
  const control = controlOf(programs, members)
  await until('the standby is synchronous', () => control.hasSyncStandby())
  const ended = opening.move()
  return {
    url: `${members[0]!.url.replace(/@[^/]*/, `@${members.map(({ url }) => new URL(url).host).join(',')}`)}?target_session_attrs=read-write`,
    async failOver(how) {
      const [leader, standby] = (await members[0]!.isPrimary()) ? members : members.toReversed()
      if (how === 'kill') leader!.kill()
      else await control.switchOver(leader!, standby!)
      await until('the standby leads', () => standby!.isPrimary())
    },
    async replaceStandby() {
      const killed = members.filter((member) => !member.isRunning())
      for (const member of killed) member.start()
      await until('the standby is synchronous', () => control.hasSyncStandby())
    },
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  }
}

async function startEtcd(
  { directory, programs, owner }: Pick<MemberOptions, 'directory' | 'programs'> & { owner: Account | undefined },
  ending: AsyncDisposableStack,
): Promise<number> {
  const home = join(directory, 'etcd')
  mkdirSync(home)
  chmodSync(home, 0o777)
  const [client, peer] = [await freePort(), await freePort()]
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const options = [
    `--data-dir=${join(home, 'data')}`,
    `--listen-client-urls=${urlOf(client)}`,
    `--advertise-client-urls=${urlOf(client)}`,
    `--listen-peer-urls=${urlOf(peer)}`,
    `--initial-advertise-peer-urls=${urlOf(peer)}`,
    `--initial-cluster=default=${urlOf(peer)}`,
  ]
  const etcd = runAs(owner, programs.etcd, options, join(home, 'log'))
  const kill = () => signal(etcd.pid!, 'SIGKILL')
  process.once('exit', kill)
  ending.defer(() => {
    kill()
    process.off('exit', kill)
  })
  await until('etcd answers', async () => (await fetch(`${urlOf(client)}/health`)).ok)
  return client
}

/** The program `patronictl` takes a second of a processor for each call, so the states come from the REST API. */
function controlOf({ patronictl }: ClusterPrograms, members: readonly Member[]) {
  const readStates = async ({ api }: Member) => {
    const cluster = (await (await fetch(`${api}/cluster`)).json()) as { members: { role: string; state: string }[] }
    return cluster.members
  }
  return {
    async hasSyncStandby() {
      const states = await Promise.any(members.map(readStates))
      const isLeading = states.some(({ role, state }) => role === 'leader' && state === 'running')
      return isLeading && states.some(({ role }) => role === 'sync_standby')
    },
    async switchOver(leader: Member, candidate: Member) {
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
      const names = ['--leader', leader.name, '--candidate', candidate.name]
      await promisify(execFile)(patronictl, ['-c', leader.settings, 'switchover', ...names, '--force', 'shop'], { env })
    },
  }
}

async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT
  while (!(await isReached().catch(() => false))) {
    if (performance.now() > end) throw new Error(`After ${WAIT / 1000} s it is not so that ${what}`)
    await pause(50)
  }
}
