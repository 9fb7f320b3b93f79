! Constants of the four calls, for programs in Fortran (fixed and free form):
!   call MPI_INIT_ADAPT(status, ierror)
!   call MPI_INIT_THREAD_ADAPT(required, provided, status, ierror)
!   call MPI_PROBE_ADAPT(pending, status, info, ierror)
!   call MPI_COMM_ADAPT_BEGIN(inter, newcomm, staying, leaving, joining, ierror)
!   call MPI_COMM_ADAPT_COMMIT(ierror)
!   call IMP_PHASE(phase)
!   request = IMP_GROW(nodes)
!   request = IMP_RELEASE(nodes)
! docs/mpi.md says what they do. Link with -limpf -limp, not with MPICH's libraries.
      INTEGER MPI_ADAPT_STATUS_NEW, MPI_ADAPT_STATUS_JOINING
      INTEGER MPI_ADAPT_STATUS_STAYING, MPI_ADAPT_STATUS_LEAVING
      INTEGER MPI_ADAPT_FALSE, MPI_ADAPT_TRUE
      PARAMETER (MPI_ADAPT_STATUS_NEW=2, MPI_ADAPT_STATUS_JOINING=3)
      PARAMETER (MPI_ADAPT_STATUS_STAYING=4)
      PARAMETER (MPI_ADAPT_STATUS_LEAVING=5)
      PARAMETER (MPI_ADAPT_FALSE=0, MPI_ADAPT_TRUE=1)
      INTEGER IMP_GROW, IMP_RELEASE
      EXTERNAL IMP_GROW, IMP_RELEASE
