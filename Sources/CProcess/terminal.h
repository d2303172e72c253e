#ifndef PEACH_TERMINAL_H
#define PEACH_TERMINAL_H

/// Lets a signal restore the terminal and then end the process by its default action.
void peach_end_by(int number);

#endif
