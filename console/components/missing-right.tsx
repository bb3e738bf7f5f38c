import { Alert, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { permissionsQuery } from '#console/app/permissions.ts'
import { useProcedureName } from '#console/components/use-procedure-name.ts'
import { useRoleName } from '#console/components/use-role-name.ts'
import { roles } from '#console/strings/roles.ts'
import { PageLink } from './page-link.tsx'

/** Replaces a page that the role of the user does not show: the missing right, and the people that can give it. */
export function MissingRightPage({ procedure }: { procedure: string }) {
  const words = roles.useWords()
  return (
    <Stack align="center" gap="xs" py={96} px="md">
      <IconLock size={28} stroke={1.6} aria-hidden />
      <Title order={1} id="page-title" tabIndex={-1} ta="center">
        {words.missingTitle}
      </Title>
      <MissingText procedure={procedure} isCentered />
      <PageLink to="/">{words.backHome}</PageLink>
    </Stack>
  )
}

/** Replaces a part of a page. */
export function MissingRight({ procedure }: { procedure: string }) {
  const words = roles.useWords()
  return (
    <Alert color="gray" icon={<IconLock />} title={words.missingPart} m="md">
      <MissingText procedure={procedure} />
    </Alert>
  )
}

function MissingText({ procedure, isCentered = false }: { procedure: string; isCentered?: boolean }) {
  const words = roles.useWords()
  const nameOf = useProcedureName()
  const roleName = useRoleName()
  const { data } = useQuery(permissionsQuery())
  return (
    <Text c="dimmed" size="sm" maw={480} {...(isCentered ? { ta: 'center' } : {})}>
      {words.missingText(roleName(data?.role ?? ''), nameOf(procedure))}
    </Text>
  )
}
