// upcalls.h - what libpmix asks of its host.
#ifndef UPCALLS_H
#define UPCALLS_H

#include <pmix_server.h>

// All that is answered here; what is not there libpmix refuses by itself.
pmix_server_module_t *upcalls(void);

#endif
