import type { EntityClass } from '@mikro-orm/postgresql'
import { Upload } from '../file/upload.ts'
import { type Field, relationTargetOf } from './field.ts'

/** Returns the entity whose rows a relation or a file names. */
export const targetOf = (field: Field): EntityClass<object> | undefined =>
  field.type === 'file' ? Upload : (relationTargetOf(field) as EntityClass<object> | undefined)
