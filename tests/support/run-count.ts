/** Returns how often a property is tried: a quarter of the tries of `npm run test:all`. */
export const runs = (all: number): number => (process.env.TEST_ALL ? all : Math.ceil(all / 4))
