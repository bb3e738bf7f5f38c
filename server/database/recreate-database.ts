import { Client } from 'pg'

/** Drops the database of the URL with all its data and creates it again, empty. */
export async function recreateDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const maintenance = Object.assign(new URL(url), { pathname: '/template1' })
  const client = new Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  } finally {
    await client.end()
  }
}
