import { Client, escapeIdentifier } from 'pg'

/* Restores a copy of a database in place of a backup. A BACKUP_COMMAND of a drill. */

const { DATABASE_URL = '', COPY = '' } = process.env
const scratch = new URL(DATABASE_URL)
const name = escapeIdentifier(scratch.pathname.slice(1))
scratch.pathname = '/postgres'
const client = new Client({ connectionString: scratch.href })
await client.connect()
await client.query(`drop database ${name}`)
await client.query(`create database ${name} template ${escapeIdentifier(COPY)}`)
await client.end()
