/** How often a property is tried: a quarter of what `npm run test:all` does. */
export const runs = (all: number): number => (process.env.TEST_ALL ? all : Math.ceil(all / 4))
