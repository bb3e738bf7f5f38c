import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { useProcedureName, useResourceName, useVerbName } from '#console/components/use-procedure-name.ts'
import { roles } from '#console/strings/roles.ts'
import { areasOf } from './areas-of-rights.ts'
import {
  type Breadth,
  breadthOf,
  CLOSED,
  isIn,
  type Level,
  levelOf,
  type Right,
  resourceOf,
  withBreadth,
  withLevel,
  withRight,
} from './rights.ts'
import classes from './rights-input.module.css'

interface RightsInputProps {
  rights: readonly Right[]
  value: readonly string[]
  onChange(scopes: string[]): void
  error?: string | undefined
}

/** Chooses the scopes of a role, in areas and resources. */
export function RightsInput({ rights, value, onChange, error }: RightsInputProps) {
  const words = roles.useWords()
  const breadth = breadthOf(value)
  return (
    <>
      <Section title={words.rights}>
        <Stack gap="sm">
          <Select
            label={words.breadth}
            description={words.breadthHint}
            data={(['none', 'view', 'all'] as const).map((one) => ({ value: one, label: words[`breadth_${one}`] }))}
            value={breadth}
            onChange={(one) => onChange(withBreadth(value, one as Breadth))}
            allowDeselect={false}
            error={error}
          />
        </Stack>
      </Section>
      {areasOf(rights).map((area) => (
        <Section key={area.name} title={words[`area_${area.name}`]}>
          <Stack gap="md">
            {area.resources.map((resource) => (
              <ResourceRights key={resource} {...{ resource, rights, value, onChange, breadth }} />
            ))}
          </Stack>
        </Section>
      ))}
    </>
  )
}

interface ResourceRightsProps extends RightsInputProps {
  resource: string
  breadth: Breadth
}

function ResourceRights({ resource, rights, value, onChange, breadth }: ResourceRightsProps) {
  const words = roles.useWords()
  const nameOf = useResourceName()
  const stored = levelOf(value, resource)
  const [isOpen, setOpen] = useState(stored === 'some')
  // Without a chosen right, `some` is the same list of scopes as `view`.
  const level = stored === 'view' && isOpen ? 'some' : stored
  const changing = rights.filter(({ name, reads }) => resourceOf(name) === resource && !reads)
  const levels: Level[] = changing.length > 0 ? ['none', 'view', 'some', 'all'] : ['none', 'view']
  const covered = CLOSED.has(resource) ? 'none' : breadth
  const name = nameOf(resource)
  return (
    <div>
      <div className={classes.row}>
        <Text size="sm" fw={500} id={`right-${resource}`}>
          {name}
        </Text>
        {covered === 'all' ? (
          <Text size="sm" c="dimmed">
            {words.breadth_all}
          </Text>
        ) : (
          <Select
            aria-label={words.rightsOf(name)}
            size="xs"
            data={levels.map((one) => ({
              value: one,
              label: one === 'none' && covered === 'view' ? words.level_view : words[`level_${one}`],
            }))}
            value={level}
            onChange={(one) => {
              setOpen(one === 'some')
              onChange(withLevel(value, resource, one as Level))
            }}
            allowDeselect={false}
          />
        )}
      </div>
      {covered !== 'all' && level === 'some' && <SingleRights rights={changing} value={value} onChange={onChange} />}
    </div>
  )
}

function SingleRights({ rights, value, onChange }: RightsInputProps) {
  const words = roles.useWords()
  const verbOf = useVerbName()
  const nameOf = useProcedureName()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
      {rights.map((right) => (
        <Checkbox
          key={right.name}
          size="xs"
          label={right.moves_money ? words.money(verbOf(right)) : verbOf(right)}
          aria-label={nameOf(right.name)}
          checked={isIn(value, right)}
          onChange={(event) => onChange(withRight(value, right.name, event.currentTarget.checked))}
        />
      ))}
    </SimpleGrid>
  )
}
