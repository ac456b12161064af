import { z } from 'zod';

// The page's policy forbids eval, which zod would otherwise try when the first schema is made.
z.config({ jitless: true });
