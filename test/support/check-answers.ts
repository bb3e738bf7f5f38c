import { setAnswerCheck } from '#routers/reading/resource.ts'

setAnswerCheck('full')
