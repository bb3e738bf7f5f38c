import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, notPersonal, personal } from '#entities/base.ts'
import { entities } from '#entities/index.ts'
import { findUndeclaredColumns } from '#entities/privacy/find-undeclared-columns.ts'
import { ormOptions } from '#server/database/orm-options.ts'
import { Approval } from '../../../plugins/b2b-approval/approval.ts'
import { EngravingTask } from '../../../plugins/engraving/engraving-task.ts'
import { Review } from '../../../plugins/reviews/review.ts'
import { Wish } from '../../../plugins/wishlist/wish.ts'

const LetterSchema = defineEntity({
  name: 'Letter',
  tableName: 'letter',
  properties: { id: id('letter'), order_id: p.text(), text: p.text(), kind: notPersonal(p.text()) },
})
class Letter extends LetterSchema.class {}
LetterSchema.setClass(Letter)
const VisitSchema = defineEntity({
  name: 'Visit',
  tableName: 'visit',
  properties: { id: id('visit'), ip: p.text(), page: p.text() },
})
class Visit extends VisitSchema.class {}
VisitSchema.setClass(Visit)
const VisitorSchema = defineEntity({
  name: 'Visitor',
  tableName: 'visitor',
  properties: { id: id('visitor'), customer_id: p.text() },
})
class Visitor extends VisitorSchema.class {}
VisitorSchema.setClass(Visitor)
const PoemSchema = defineEntity({
  name: 'Poem',
  tableName: 'poem',
  properties: { id: id('poem'), customer_id: p.text(), text: personal(p.text()) },
})
class Poem extends PoemSchema.class {}
PoemSchema.setClass(Poem)

let orm: MikroORM
beforeAll(async () => {
  const plugins = [Wish, Review, Approval, EngravingTask]
  orm = await MikroORM.init(
    ormOptions({ url: 'postgres://localhost/none', entities: [...entities, ...plugins, Letter, Visit, Visitor, Poem] }),
  )
})
afterAll(() => orm.close())

const undeclared = () =>
  findUndeclaredColumns([...orm.getMetadata().getAll().values()].filter(({ pivotTable }) => !pivotTable))

describe('personal data', () => {
  test('every text of a row that belongs to a customer declares whether it is personal', () => {
    const examples = ['letter', 'visit', 'visitor', 'poem']
    expect(undeclared().filter((column) => !examples.includes(column.split('.')[0] as string))).toEqual([])
  })

  test('an entity without declarations is refused', () => {
    expect(undeclared()).toEqual(expect.arrayContaining(['letter.text', 'visit.ip', 'visitor.customer_id']))
    expect(undeclared()).not.toContain('letter.kind')
    expect(undeclared().filter((column) => column.startsWith('poem'))).toEqual([])
  })
})
