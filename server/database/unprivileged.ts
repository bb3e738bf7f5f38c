import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/base/start-error.ts'

export type Account = { uid: number; gid: number }

const execute = promisify(execFile)

/** Returns the owner of `directory`, or the user postgres if the directory does not exist. */
export async function unprivilegedAccount(directory: string): Promise<Account> {
  const present = statSync(directory, { throwIfNoEntry: false })
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  try {
    return await account('postgres').catch(createPostgresAccount)
  } catch {
    throw new StartError(
      'PostgreSQL refuses to run as root, and the server could not create the user postgres. Start the server as another user, or set DATABASE_URL.',
    )
  }
}

export function canEnter(account: Account, directories: string[]): boolean {
  return directories.flatMap(parentDirectoriesOf).every((directory) => canTraverse(account, directory))
}

/**
 * Returns a command prefix that runs a program as the account, with access to closed directories such as /root.
 * The access needs `no_setuid_fixup`, because PostgreSQL finds its programs with access(2).
 */
export function runAsArguments({ uid, gid }: Account): string[] {
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  return ['/usr/bin/setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...right]
}

async function account(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => execute('id', [option, name])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

async function createPostgresAccount(): Promise<Account> {
  await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  return account('postgres')
}

function parentDirectoriesOf(directory: string): string[] {
  const parent = dirname(resolve(directory))
  return parent === resolve(directory) ? [parent] : [resolve(directory), ...parentDirectoriesOf(parent)]
}

function canTraverse({ uid, gid }: Account, directory: string): boolean {
  const stat = statSync(directory, { throwIfNoEntry: false })
  if (!stat) return true
  const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
  return (stat.mode & bit) !== 0
}
