export const advantage = { heading: 'AI Advantage' };
