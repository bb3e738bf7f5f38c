import { Client, type QueryArrayConfig, type QueryConfig } from 'pg'
import { statementNames } from '#entities/statement.ts'

/** A connection that prepares the statements of `statement()`: PostgreSQL parses and plans each of them once. */
export class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: the method of pg has eleven overloads; all of them go through here
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' && Array.isArray(values) ? statementNames.get(text) : undefined
    if (!name) return super.query(text, values, callback)
    const prepared: QueryConfig | QueryArrayConfig = { name, text, values }
    return super.query(prepared, callback)
  }
}
