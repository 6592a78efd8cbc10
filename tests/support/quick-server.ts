import { readConfig } from '#server/config.ts'
import { setupHint } from '#server/setup/setup-link.ts'
import { prepareResources } from '#server/startup/resources.ts'
import { serve } from '#server/startup/serve.ts'
import { testHashingCost } from './hashing-cost.ts'

/** Runs the server with a low hashing cost. Tests start it as a child process. */
const config = readConfig(process.env)
const resources = await prepareResources(config, console.log)
const url = await serve(config, resources, { hashingCost: testHashingCost })
console.log(`Quad is ready at ${url}${setupHint(config)}`)
