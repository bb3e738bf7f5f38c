import { Facts, Section } from '#console/components/section.tsx'
import { useProcedureName, useResourceName } from '#console/components/use-procedure-name.ts'
import { roles } from '#console/strings/roles.ts'
import { isIn, type Right, resourceOf } from './rights.ts'

/** The rights of a role in three lists: the procedures that move money, the changed resources and the visible ones. */
export function RoleSummary({ rights, scopes }: { rights: readonly Right[]; scopes: readonly string[] }) {
  const words = roles.useWords()
  const nameOf = useProcedureName()
  const resourceName = useResourceName()
  const held = rights.filter((right) => isIn(scopes, right) && resourceOf(right.name) !== 'auth')
  const money = held.filter(({ moves_money }) => moves_money).map(({ name }) => nameOf(name))
  const namesOf = (some: readonly Right[]) => [...new Set(some.map(({ name }) => resourceName(resourceOf(name))))]
  const listed = (names: readonly string[]) => names.join(' · ') || words.nothing
  return (
    <Section title={words.summary}>
      <Facts
        facts={[
          [words.movesMoney, listed(money)],
          [words.changes, listed(namesOf(held.filter(({ reads }) => !reads)))],
          [words.sees, listed(namesOf(held.filter(({ reads }) => reads)))],
        ]}
      />
    </Section>
  )
}
