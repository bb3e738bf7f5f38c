import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { AreasContext } from '#console/app/area.ts'
import { useOpenAreas } from '#console/app/use-open-areas.ts'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { home } from '#console/strings/home.ts'
import { navigation } from '#console/strings/navigation.ts'

/** Replaces the start page for a role that sees none of its parts: links to the areas that the role shows. */
export function AreasOfRole() {
  const words = home.useWords()
  const names = navigation.useWords()
  const areas = useOpenAreas()(use(AreasContext)).filter(({ path }) => path !== '/')
  return (
    <Page title={names.home} width="form">
      <Section title={words.areasOfRole}>
        {areas.length === 0 && <Text size="sm">{words.noAreas}</Text>}
        <Stack gap="sm" align="flex-start">
          {areas.map(({ name, path }) => (
            <Anchor key={name} component={Link} to={path ?? '/'}>
              {names[name]}
            </Anchor>
          ))}
        </Stack>
      </Section>
    </Page>
  )
}
