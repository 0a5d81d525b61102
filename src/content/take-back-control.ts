export const takeBackControl = { heading: 'Take Back Control' };
