import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Client } from 'pg'

/** A correction of staged rows. `ids` are the first of the changed rows. */
export type ChangeNote = { what: string; rows: number; ids: readonly string[] }

const IDS_OF_NOTE = 5

/** From now on, each update and deletion of a staged row is recorded with its values before and after. */
export async function recordChanges(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(RECORDER)
  for (const table of tables)
    await client.query(`create trigger recorded after update or delete on moving."${table}"
      for each row execute function moving.record_change()`)
}

/** Runs a statement and returns which rows it changed. */
export async function runRecorded(client: Client, { what, sql }: { what: string; sql: string }): Promise<ChangeNote> {
  await client.query(`select set_config('moving.step', $1, true)`, [what])
  const rows = (await client.query(sql)).rowCount ?? 0
  return { what, rows, ids: rows > 0 ? await idsOf(client, what) : [] }
}

async function idsOf(client: Client, what: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from moving.recorded_change where step = $1 and id is not null order by number limit $2',
    [what, IDS_OF_NOTE],
  )
  return rows.map(({ id }) => id)
}

const PAGE = 2000

/** Writes a CSV file with each changed row: the step, the table, the id, and the changed columns before and after. */
export async function writeChanges(client: Client, file: string): Promise<void> {
  await pipeline(
    async function* () {
      for (let after = 0; ; ) {
        const { rows } = await client.query<{ number: number } & Record<string, string>>(
          `select number, step, name as table, id, before::text, after::text from moving.recorded_change
           where number > $1 order by number limit ${PAGE}`,
          [after],
        )
        yield* rows.map(({ number, ...row }) => row)
        if (rows.length < PAGE) return
        after = rows.at(-1)!.number
      }
    },
    stringify({ header: true, columns: ['step', 'table', 'id', 'before', 'after'], bom: true, escape_formulas: true }),
    createWriteStream(file, { mode: 0o600 }),
  )
}

const RECORDER = `
  create table moving.recorded_change (
    number int generated always as identity primary key, step text, name text, id text, before jsonb, after jsonb);
  create index on moving.recorded_change (step, number);
  create function moving.record_change() returns trigger language plpgsql as $$
  declare
    was jsonb := to_jsonb(old) - array['password_hash', 'api_token'];
    becomes jsonb;
  begin
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(key, value) into becomes
      from jsonb_each(to_jsonb(new) - array['password_hash', 'api_token']) where value is distinct from was -> key;
      select jsonb_object_agg(key, was -> key) into was from jsonb_object_keys(becomes) key;
    end if;
    insert into moving.recorded_change (step, name, id, before, after)
    values (current_setting('moving.step', true), tg_table_name, to_jsonb(old) ->> 'id', was, becomes);
    return null;
  end $$`
