import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runProgram } from './program.ts'

interface Stage {
  /** Folder that holds the files of the stage. `/shop` of the image is `shop` in this folder. */
  root: string
  folder: string
  env: Record<string, string>
  user: string
  command: string[]
  healthcheck: string[]
}

interface Build {
  /** Folder with the Dockerfile and the .dockerignore. */
  from: string
  /** An empty folder. */
  to: string
  /** Environment variables of the RUN instructions. */
  env: Record<string, string>
}

/** Runs the instructions of the Dockerfile in a folder instead of an image, and returns the last stage. */
export async function buildInFolder({ from, to, env }: Build): Promise<Stage> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [instruction, text] of instructionsOf(readFileSync(join(from, 'Dockerfile'), 'utf8'))) {
    if (instruction === 'FROM') {
      const name = / AS (\S+)$/.exec(text)?.[1] ?? 'last'
      const root = join(to, name)
      stage = { root, folder: root, env: {}, user: 'root', command: [], healthcheck: [] }
      stages.set(name, stage)
    } else if (!stage) throw new Error(`${instruction} is before FROM`)
    else if (instruction === 'WORKDIR') {
      stage.folder = join(stage.root, text)
      mkdirSync(stage.folder, { recursive: true })
    } else if (instruction === 'ENV') {
      for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[name!] = value!
    } else if (instruction === 'USER') stage.user = text
    else if (instruction === 'CMD') stage.command = JSON.parse(text)
    else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(text.slice(text.indexOf('[')))
    else if (instruction === 'COPY') copyFiles(text, { stage, stages, from })
    else if (instruction === 'RUN') await succeed(text, stage.folder, env)
    else if (!['VOLUME', 'EXPOSE'].includes(instruction)) throw new Error(`The instruction ${instruction} is unknown`)
  }
  return stage!
}

function instructionsOf(dockerfile: string): [instruction: string, text: string][] {
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

interface Copy {
  stage: Stage
  stages: ReadonlyMap<string, Stage>
  from: string
}

function copyFiles(text: string, { stage, stages, from }: Copy): void {
  const words = text.split(' ')
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.pop()!
  const sourceStage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const included = includedNames(from)
  for (const path of paths.flatMap((one) => (one === '.' ? included : [one]))) {
    if (!sourceStage && !included.includes(path)) throw new Error(`.dockerignore excludes ${path}`)
    const source = sourceStage ? join(stages.get(sourceStage)!.root, path) : join(from, path)
    const name = target.endsWith('.') || target.endsWith('/') ? join(target, basename(path)) : target
    cpSync(source, join(stage.folder, name), { recursive: true, verbatimSymlinks: true })
  }
}

/** The .dockerignore excludes everything and then includes these names. */
const includedNames = (folder: string): string[] =>
  Array.from(readFileSync(join(folder, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm), ([, name]) => name!)

async function succeed(command: string, folder: string, env: Record<string, string>): Promise<void> {
  await using program = runProgram(['/bin/sh', '-ec', command], env, folder)
  const { code, stderr } = await program.result
  if (code !== 0) throw new Error(`${command}\n${stderr}`)
}
