import { Alert, Button, Center, Loader, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconMoodEmpty } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useCallback } from 'react'
import { shopError } from '#client/index.ts'
import { AreasContext } from '#console/app/area.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { errorText } from './error-text.ts'
import { missingRightOf } from './missing-right-of.ts'
import { PageLink } from './page-link.tsx'

export function LoadingPage() {
  const words = common.useWords()
  return (
    <Center mih="40vh">
      <Loader size="sm" role="status" aria-label={words.loading} />
    </Center>
  )
}

/** Gray bars while the content loads. */
export function LoadingLines({ lines = 6 }: { lines?: number }) {
  const words = common.useWords()
  return (
    <Stack gap="sm" p="md" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <Skeleton key={line} height={20} width={`${95 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

interface EmptyStateProps {
  title: string
  hint?: string | undefined
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon size={44} radius="xl" variant="light" color="gray">
          <IconMoodEmpty size={24} stroke={1.6} />
        </ThemeIcon>
        <Text fw={600} ta="center">
          {title}
        </Text>
        {hint && (
          <Text c="dimmed" size="sm" ta="center">
            {hint}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

/** Returns the sentence of a failed request. */
export function useErrorText(): (error: unknown) => string {
  const words = common.useWords()
  return useCallback((error) => errorText(error, words), [words])
}

interface ErrorStateProps {
  error: unknown
  retry?: (() => void) | undefined
  /** Default: a text without a level. */
  title?: ReactNode
}

export function ErrorState({ error, retry, title }: ErrorStateProps) {
  const words = common.useWords()
  const textOf = useErrorText()
  const missing = missingRightOf(error)
  if (missing)
    return (
      <Suspense>
        <MissingRight procedure={missing} />
      </Suspense>
    )
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={title ?? words.errorTitle} m="md">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{textOf(error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {words.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Whether a page has nothing to show. A page keeps its row, and all that was typed, if only a later request has failed. */
export const isLost = (error: unknown, data: unknown): boolean =>
  error !== null && (data === undefined || shopError(error)?.httpStatus === 404)

/** Replaces a page that failed. */
export function ErrorPage({ error }: { error: unknown }): ReactNode {
  const words = common.useWords()
  const router = useRouter()
  const queryClient = useQueryClient()
  const loadAgain = () => {
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    void router.invalidate()
  }
  if (shopError(error)?.httpStatus === 404) return <NotFoundPage />
  const missing = missingRightOf(error)
  if (missing) return <MissingPage procedure={missing} />
  const title = (
    <Title order={1} fz="inherit" fw="inherit">
      {words.errorTitle}
    </Title>
  )
  return <ErrorState error={error} retry={loadAgain} title={title} />
}

const MissingRight = lazyPart(async () => (await import('./missing-right.tsx')).MissingRight)
const MissingRightPage = lazyPart(async () => (await import('./missing-right.tsx')).MissingRightPage)

/** A page that the role of the user does not show. */
export const MissingPage = ({ procedure }: { procedure: string }) => (
  <Suspense fallback={<LoadingPage />}>
    <MissingRightPage procedure={procedure} />
  </Suspense>
)

/** A page that does not exist, with a way back to the list of its address. */
export function NotFoundPage(): ReactNode {
  const words = common.useWords()
  const names = navigation.useWords()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const area = use(AreasContext).find((one) => one.path !== '/' && path.startsWith(String(one.path)))
  return (
    <Stack align="center" gap="xs" py={96}>
      <Title order={1}>{words.notFound}</Title>
      <Text c="dimmed" ta="center">
        {words.notFoundHint}
      </Text>
      <PageLink to={area?.path ?? '/'}>{area ? words.backTo(names[area.name]) : words.backHome}</PageLink>
    </Stack>
  )
}
