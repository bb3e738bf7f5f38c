import type { MikroORM } from '@mikro-orm/postgresql'

export interface ExtensionState {
  role: string
  installed: boolean
  /** Whether the server has the files of the extension. */
  available: boolean
  /** Whether the role may create it. */
  creatable: boolean
  /** Whether the migration that creates it has run. */
  migrated: boolean
}

/** Returns a line with a solution if the database lacks the extension and the migrations cannot create it. */
export async function extensionProblems(orm: MikroORM): Promise<string[]> {
  const [state] = await orm.em.fork().execute<[ExtensionState]>(STATE_SQL)
  return problemsOfExtension(state)
}

export function problemsOfExtension({ role, installed, available, creatable, migrated }: ExtensionState): string[] {
  if (installed || (available && creatable && !migrated)) return []
  const problem = 'The product search needs the extension pg_trgm of PostgreSQL'
  if (!available) return [`${problem}, and the server does not have it. Install postgresql-contrib on the server.`]
  return creatable
    ? [`${problem}, and the database has lost it. Run on the database: create extension pg_trgm`]
    : [`${problem}, and the role ${role} may not create it. Run as a superuser: create extension pg_trgm`]
}

const STATE_SQL = `
  select current_user as role,
    exists (select from pg_extension where extname = 'pg_trgm') as installed,
    exists (select from pg_available_extensions where name = 'pg_trgm') as available,
    has_database_privilege(current_database(), 'create') as creatable,
    to_regclass(current_schema() || '.product') is not null as migrated`

/** Creates the extension in `public`, for all shops of the database. */
export async function createExtension(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  await connection.transactional(async (transaction) => {
    await connection.execute('select pg_advisory_xact_lock(?)', [EXTENSION_LOCK], 'all', transaction)
    await connection.execute(CREATE_SQL, [], 'all', transaction)
  })
}

/** The starts of all shops of the database share this key. All versions of the program must use the same number. */
const EXTENSION_LOCK = 271_830

const CREATE_SQL = `
  do $$ begin
    if not exists (select from pg_extension where extname = 'pg_trgm') then
      execute 'create extension pg_trgm schema ' ||
        case when has_schema_privilege('public', 'create') then 'public' else current_schema() end;
    end if;
  end $$`
