import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/base/start-error.ts'
import { processEnvironment } from '#server/settings/config.ts'

/** Where packages of Debian, of PostgreSQL for Red Hat, and of Homebrew install the programs of several versions. */
const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']

export interface PostgresTool {
  file: string
  /** The major version. */
  major: number
}

/**
 * Finds an installed program of PostgreSQL: of the version `major`, else of the newest version. `folder` is searched alone.
 * @throws StartError if there is none.
 */
export async function findPostgresTool(name: string, major: number, folder?: string): Promise<PostgresTool> {
  const folders = folder === undefined ? [...FOLDERS.flatMap((one) => globSync(one)), ...pathFolders()] : [folder]
  const files = folders.map((one) => join(one, name)).filter((file) => existsSync(file))
  const found = (await Promise.all(files.map(toolOf))).filter((tool) => tool !== undefined)
  const [newest] = found.toSorted((a, b) => b.major - a.major)
  const tool = found.find((one) => one.major === major) ?? newest
  if (tool) return tool
  throw new StartError(
    `${name} is not installed${folder === undefined ? '' : ` in ${folder}`}. Install the client programs of PostgreSQL ${major}, or name their folder in POSTGRES_BIN.`,
  )
}

const pathFolders = () => (processEnvironment().PATH ?? '').split(delimiter).filter(Boolean)

async function toolOf(file: string): Promise<PostgresTool | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'])
    const version = /\) (\d+)/.exec(stdout)?.[1]
    return version === undefined ? undefined : { file, major: Number(version) }
  } catch {
    return undefined
  }
}

/**
 * The address without its password, which other users of the machine would see among the arguments, and the environment with it. As in
 * the address of `pg`, the password can be a parameter.
 */
export function credentialsOf(url: string): { address: string; env: Record<string, string | undefined> } {
  const [, start = '', user = '', inName, rest = ''] =
    /^(\w+:\/\/)(?:([^/?#:@]*)(?::([^/?#]*))?(?=@))?(.*)$/s.exec(url) ?? []
  const [place = '', ...query] = rest.split('?')
  const parameters = query.join('?').split('&').filter(Boolean)
  const password = parameters.findLast(isPassword)?.slice(PASSWORD.length) ?? inName
  const shown = parameters.filter((parameter) => !isPassword(parameter) && !isOfPg(parameter))
  const inherited = Object.entries(processEnvironment()).filter(([name]) =>
    /^(PATH|HOME|LANG|PGPASSWORD|PGPASSFILE|PGSSL\w+)$/.test(name),
  )
  return {
    address: `${start}${user}${place}${shown.length > 0 ? `?${shown.join('&')}` : ''}`,
    env: {
      ...Object.fromEntries(inherited),
      ...(password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    },
  }
}

const PASSWORD = 'password='
const isPassword = (parameter: string) => parameter.startsWith(PASSWORD)

/** The programs of PostgreSQL refuse a parameter that only `pg` knows. */
const isOfPg = (parameter: string) => parameter.startsWith('uselibpqcompat=')
