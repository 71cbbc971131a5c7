import type { z } from 'zod';
import { text } from './fields.ts';
import { passwordRules } from './password-rules.ts';

/** A password being set. One being checked is just `text`: the rules may have differed when it was set. */
export const NewPassword = text(1000)
  .superRefine((value, context) => {
    for (const rule of passwordRules)
      if (!rule.test(value)) context.addIssue({ code: 'custom', message: rule.message });
  })
  .meta({
    format: 'password',
    minLength: 8,
    maxLength: 72,
    pattern: '^(?=[^]*\\p{Lu})(?=[^]*\\p{Ll})(?=[^]*\\p{Nd})(?=[^]*[^\\p{L}\\p{Nd}\\s])[^]*$',
    description: passwordRules.map(({ message }) => message).join(' '),
    examples: ['Correct-Horse-7'],
  });

export const GivenPassword = text(1000, 1).meta({ format: 'password', examples: ['Correct-Horse-7'] });

/** Refuses a confirmation that differs, if one was sent. */
export function matchesConfirmation(
  body: { password?: string | undefined; confirmPassword?: string | undefined },
  context: z.RefinementCtx,
) {
  if (body.confirmPassword !== undefined && body.confirmPassword !== body.password)
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'Does not match the password.' });
}
