const robots = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|curl|wget|python/i

export const isRobot = (userAgent: string) => userAgent === '' || robots.test(userAgent)
