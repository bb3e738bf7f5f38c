import { SESSION_SECRET } from '../serve-shop.ts'
import { examplesOf } from './examples.ts'
import { SECRET_NAME, type Secret } from './stored-secrets.ts'
import type { Subject } from './subject.ts'

const MIN_LENGTH = 8

export async function findShownSecrets(subject: Subject): Promise<string[]> {
  const { answers, secrets: stored } = await examplesOf(subject)
  const secrets = [{ source: 'the session secret', value: SESSION_SECRET }, ...settingsOf(subject), ...stored].filter(
    ({ value }) => value.length >= MIN_LENGTH,
  )
  const found = answers.flatMap(({ procedure, answer }) =>
    secrets.filter(({ value }) => answer.text.includes(value)).map(({ source }) => `${procedure} shows ${source}`),
  )
  return [...new Set(found)]
}

const settingsOf = ({ env }: Subject): Secret[] =>
  Object.entries(env)
    .filter(([name]) => SECRET_NAME.test(name))
    .map(([name, value]) => ({ source: `the setting ${name}`, value }))
