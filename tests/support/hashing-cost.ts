/** A hashing cost so low that a test may create many students. password-hasher.test.ts pins the cost in production. */
export const testHashingCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
