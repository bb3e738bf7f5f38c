import { Anchor, Button, Group, Progress, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconCircleDashed, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { shopUrl } from '#console/app/address.ts'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { PageButton } from '#console/components/page-link.tsx'
import { pluginsQuery } from '#console/components/plugin-fields/plugin-field.ts'
import { Section } from '#console/components/section.tsx'
import { setup as strings } from '#console/strings/setup.ts'
import { setupSteps } from './home-queries.ts'

type Step = RouterOutputs['admin']['setup']['get']['setup']['steps'][number]

/** What the shop needs before it can sell. Absent once each step is done or skipped. */
export function SetupGuide() {
  const [chosen, setChosen] = useState<Step['name']>()
  const words = strings.useWords()
  const may = useMay()
  const { data } = useQuery({ ...setupSteps(), enabled: may('setup.get') })
  if (!data || data.setup.is_complete) return null
  const { steps } = data.setup
  const closed = steps.filter(({ state }) => state !== 'open').length
  const open = steps.filter(({ state }) => state === 'open')
  const shown = open.find(({ name }) => name === chosen) ?? open[0]
  return (
    <Section title={words.title} actions={<Text size="sm">{words.progress(closed, steps.length)}</Text>}>
      <Progress value={(closed / steps.length) * 100} aria-label={words.progress(closed, steps.length)} mb="md" />
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <SetupStep key={step.name} step={step} isShown={step === shown} onChoose={() => setChosen(step.name)} />
        ))}
      </Stack>
    </Section>
  )
}

interface SetupStepProps {
  step: Step
  isShown: boolean
  onChoose(): void
}

function SetupStep({ step: { name, state, regions }, isShown, onChoose }: SetupStepProps) {
  const words = strings.useWords()
  const may = useMay()
  const skip = useMutation(trpc.admin.setup.skip.mutationOptions())
  const isOpen = state === 'open'
  const details = useId()
  const change = (is_skipped: boolean) => skip.mutate({ step: name, is_skipped })
  return (
    <li aria-current={isShown ? 'step' : undefined}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <ThemeIcon size="sm" radius="xl" variant="light" color={state === 'done' ? 'green' : 'gray'}>
          {state === 'done' ? <IconCheck size={14} aria-hidden /> : <IconCircleDashed size={14} aria-hidden />}
        </ThemeIcon>
        <Stack gap={4} flex={1}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={isShown ? 600 : 400} c={isOpen ? undefined : 'dimmed'}>
              {isOpen ? (
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  fw="inherit"
                  c={isShown ? 'inherit' : undefined}
                  aria-expanded={isShown}
                  aria-controls={isShown ? details : undefined}
                  onClick={onChoose}
                >
                  {words[`title_${name}`]}
                </Anchor>
              ) : (
                words[`title_${name}`]
              )}{' '}
              {state === 'skipped' && `– ${words.state_skipped}`}
              {state !== 'skipped' && <VisuallyHidden>– {words[`state_${state}`]}</VisuallyHidden>}
            </Text>
            {state === 'skipped' && may('setup.skip') && (
              <Anchor component="button" type="button" size="sm" onClick={() => change(false)}>
                <IconArrowBackUp size={14} aria-hidden /> {words.show}
              </Anchor>
            )}
          </Group>
          {isShown && (
            <Stack id={details} gap={4}>
              <Text size="sm" c="dimmed">
                {words[`text_${name}`]}{' '}
                {regions.length > 0 && words.missingIn(regions.map((region) => region.name).join(', '))}
              </Text>
              <Group gap="sm">
                <StepButton name={name} region={regions[0]?.id} />
                {may('setup.skip') && (
                  <Anchor component="button" type="button" size="sm" onClick={() => change(true)}>
                    {words.skip}
                  </Anchor>
                )}
              </Group>
            </Stack>
          )}
        </Stack>
      </Group>
    </li>
  )
}

/** Leads to the page on which the step is done. Steps of the server have no page. */
function StepButton({ name, region }: { name: Step['name']; region: string | undefined }) {
  const words = strings.useWords()
  if (name === 'mail' || name === 'live') return null
  const common = { size: 'xs', children: words[`action_${name}`] } as const
  if (name === 'seller') return <PageButton to="/settings/store" {...common} />
  if (name === 'products') return <ProductButtons />
  if (name === 'test_order') return <TestOrderButtons />
  if (region) return <PageButton to="/settings/regions/$id" params={{ id: region }} {...common} />
  return (
    <PageButton to="/settings/regions/countries" size="xs">
      {words.action_regions}
    </PageButton>
  )
}

function ProductButtons() {
  const words = strings.useWords()
  return (
    <>
      <PageButton to="/products/transfer" search={{ data: 'products' }} size="xs">
        {words.action_import}
      </PageButton>
      <PageButton to="/products/new" size="xs" variant="default">
        {words.action_products}
      </PageButton>
    </>
  )
}

/** A draft order is a test too, but only an order in the store shows the checkout of customers. */
function TestOrderButtons() {
  const words = strings.useWords()
  const { data } = useQuery(pluginsQuery())
  const hasStore = data?.plugins.some(({ name }) => name === 'storefront') ?? false
  return (
    <>
      {hasStore && (
        <Button component="a" href={shopUrl} target="_blank" size="xs" rightSection={<IconExternalLink size={14} />}>
          {words.action_store}
        </Button>
      )}
      <PageButton to="/draft-orders/new" size="xs" variant={hasStore ? 'default' : 'filled'}>
        {words.action_test_order}
      </PageButton>
    </>
  )
}
